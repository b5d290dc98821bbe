import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import { hintKmPerMile, roomLimits } from '@dazi/contract/chat/rooms.rules';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import { useTranslation } from 'react-i18next';
import { placeNameIn } from '#features/places/places.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { PersonalDrafts, usePersonalDraft } from '#platform/personal-drafts.ts';
import { showToast } from '#ui/toast-store.ts';
import { useChangeRadius, useUpdateDetails } from './conversation-settings.api.ts';
import { InlineEdit } from './InlineEdit.tsx';

/** What a group is to be called and said to be, until it is saved. */
const drafts = new PersonalDrafts('groupDetails', 10);

interface GroupDetailsProps {
  conversation: Conversation;
  userId: string;
  /** Before the server has answered for this conversation itself. */
  isLoading: boolean;
}

/** Name, place, description and join radius; what the owner may change has Edit beside it. */
export function GroupDetails({ conversation, userId, isLoading }: GroupDetailsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, title, description, joinRadius, chatRoom, can } = conversation;
  const nameDraft = usePersonalDraft(drafts, userId, `${id}:name`);
  const descriptionDraft = usePersonalDraft(drafts, userId, `${id}:description`);
  const details = useUpdateDetails(id, userId);
  const radius = useChangeRadius(id, chatRoom?.id ?? '', userId);

  async function told(work: Promise<unknown>, saved: string, failed: string): Promise<boolean> {
    try {
      await work;
      showToast({ type: 'success', message: saved });
      return true;
    } catch {
      showToast({ type: 'error', message: failed });
      return false;
    }
  }

  const { least, most } = roomLimits.joinRadius_miles;
  const radiusText = (miles: number) => {
    const km = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(miles * hintKmPerMile);
    return t('conversations.groupMenu.radiusValue', { count: miles, km });
  };
  return (
    <div className="conversations-group-details">
      <InlineEdit
        label={t('conversations.groupMenu.name')}
        value={title ?? ''}
        draft={nameDraft}
        canEdit={can.manage}
        kind="line"
        counter={(text) => `${text.trim().length}/${conversationLimits.title}`}
        problem={(text) => {
          if (isBlank(text)) return t('errors.TITLE_MISSING');
          return text.trim().length > conversationLimits.title ? t('errors.TITLE_TOO_LONG') : null;
        }}
        onSave={(text) =>
          told(
            details.mutateAsync({ title: text }),
            t('conversations.groupMenu.nameSaved'),
            t('conversations.groupMenu.nameFailed'),
          )
        }
      />
      <div className="row conversations-edit-row">
        <div className="grow">
          <div className="xs12 t3">{t('conversations.groupMenu.location')}</div>
          <div className="conversations-edit-value">
            <GroupLocation conversation={conversation} isLoading={isLoading} />
          </div>
        </div>
      </div>
      <InlineEdit
        label={t('conversations.groupMenu.description')}
        value={description ?? ''}
        draft={descriptionDraft}
        shown={
          description ? undefined : <span className="t3">{t('conversations.groupMenu.noDescription')}</span>
        }
        canEdit={can.manage}
        kind="lines"
        counter={(text) =>
          t('conversations.groupMenu.characters', {
            n: text.trim().length,
            most: conversationLimits.description,
          })
        }
        problem={(text) =>
          text.trim().length > conversationLimits.description ? t('errors.DESCRIPTION_TOO_LONG') : null
        }
        onSave={(text) =>
          told(
            details.mutateAsync({ description: text === '' ? null : text }),
            t('conversations.groupMenu.descriptionSaved'),
            t('conversations.groupMenu.descriptionFailed'),
          )
        }
      />
      {joinRadius !== null && (
        <InlineEdit
          label={t('conversations.groupMenu.radius')}
          value={String(joinRadius)}
          shown={<span className="num">{radiusText(joinRadius)}</span>}
          canEdit={can.manage && chatRoom !== null}
          kind="number"
          counter={(text) => radiusText(Number(text) || 0)}
          problem={(text) => {
            const miles = Number(text);
            const isFine = text.trim() !== '' && miles >= least && miles <= most;
            return isFine ? null : t('conversations.groupMenu.radiusRange');
          }}
          onSave={(text) =>
            told(
              radius.mutateAsync(Number(text)),
              t('conversations.groupMenu.radiusSaved'),
              t('conversations.groupMenu.radiusFailed'),
            )
          }
        />
      )}
    </div>
  );
}

function GroupLocation({ conversation, isLoading }: Omit<GroupDetailsProps, 'userId'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { address, addressNames, chatRoom } = conversation;
  const name = address ?? chatRoom?.address ?? null;
  if (name) return placeNameIn(language, name, addressNames ?? chatRoom?.addressNames);
  return t(isLoading ? 'conversations.groupMenu.locationLoading' : 'conversations.groupMenu.locationFailed');
}
