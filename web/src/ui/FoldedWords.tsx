import { foldedLink } from '@dazi/contract/kernel/links';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

/** Words that say of each link in them that moderators have not looked at it yet. */
export function FoldedWords({ children }: { children: string }) {
  const { t } = useTranslation();
  return children.split(foldedLink).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
    <Fragment key={index}>
      {index > 0 && (
        <span className="pill" title={t('moderation.beingCheckedText')}>
          {t('moderation.beingChecked')}
        </span>
      )}
      {piece}
    </Fragment>
  ));
}
