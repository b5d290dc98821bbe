import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const AddMiniApp = lazyPart('AddMiniApp', () => import('./AddMiniApp.tsx'));

interface AddMiniAppButtonProps {
  conversationId: string;
  userId: string;
  onAdded(): void;
}

/** Stands in the composer; what it opens comes with the first click. */
export function AddMiniAppButton(props: AddMiniAppButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useBackCloses('mini-apps', isOpen, () => setOpen(false));
  return (
    <>
      <button
        type="button"
        className="iconbtn"
        title={t('miniApps.add')}
        aria-label={t('miniApps.add')}
        onClick={() => setOpen(true)}
      >
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <rect x="4" y="4" width="6.500" height="6.500" rx="1.800" />
          <rect x="13.500" y="4" width="6.500" height="6.500" rx="3.250" />
          <rect x="4" y="13.500" width="6.500" height="6.500" rx="1.800" />
          <path d="M16.750 13.500v6.500M13.500 16.750H20" />
        </svg>
      </button>
      {isOpen && <AddMiniApp {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
