import type { Room } from '@dazi/contract/chat/rooms';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useLocationDisplay } from '#features/people/profiles/profiles.api.ts';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { positionGap, usePosition } from '#platform/location.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { AreaField, Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { LimitedNote } from '#ui/LimitedNote.tsx';
import { showToast } from '#ui/toast-store.ts';
import { RadiusField } from './RadiusField.tsx';
import { problemsOf, type RoomDraft, radiusOf } from './room-draft.ts';
import { useCreateRoom } from './rooms.api.ts';
import './rooms.css';

export interface CreateRoomDialogProps {
  user: User;
  open: boolean;
  draft: RoomDraft;
  onDraft(changes: Partial<RoomDraft>): void;
  onOpenChange(open: boolean): void;
  /** A field that finds places by their names. */
  findPlace(onPlace: (place: Position) => void): ReactNode;
  /** The place is to be chosen on the map. */
  onChoosePlace(): void;
  onChangeDisplay(): void;
  onCreated(room: Room): void;
}

export function CreateRoomDialog(props: CreateRoomDialogProps) {
  const { user, open, draft, findPlace, onDraft, onOpenChange, onChoosePlace, onChangeDisplay, onCreated } =
    props;
  const { t } = useTranslation();
  const form = useId();
  const { standing } = useSessionFacts();
  const errorText = useErrorText();
  const { position, request } = usePosition();
  const locationDisplay = useLocationDisplay(user.id);
  const create = useCreateRoom(user.id);
  /** Problems are told once somebody has tried. */
  const [tried, setTried] = useState(false);
  const [placeMissing, setPlaceMissing] = useState(false);
  const problems = problemsOf(draft);
  const shown = (code: string | null) => (tried && code ? t(`errors.${code as 'TITLE_MISSING'}`) : null);
  const isPlaced = draft.place !== null;

  // A room stands where its creator is: now is the time to ask.
  useEffect(() => {
    if (open && !isPlaced) void request();
  }, [open, isPlaced, request]);

  const submit = useOneAtATime(async () => {
    setTried(true);
    setPlaceMissing(false);
    const joinRadius = radiusOf(draft);
    if (Object.values(problems).some((problem) => problem !== null) || joinRadius === null) return;
    const place = draft.place ?? position ?? (await request());
    if (!place) return setPlaceMissing(true);
    try {
      const room = await create.mutateAsync({
        name: draft.name.trim(),
        description: draft.description.trim() || null,
        ...place,
        joinRadius,
        ...(isPlaced ? { placed: true } : { locationDisplay }),
      });
      setTried(false);
      showToast({ type: 'success', message: t('rooms.create.created', { title: room.name }) });
      onCreated(room);
    } catch (error) {
      const isTelling = error instanceof ApiError && error.status >= 400 && error.status < 500;
      showToast({ type: 'error', message: isTelling ? errorText(error) : t('rooms.create.failed') });
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !create.isPending && onOpenChange(next)}
      title={t('rooms.create.title')}
      footer={
        <>
          <Button kind="ghost" onClick={() => onOpenChange(false)} disabled={create.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" form={form} busy={create.isPending}>
            {t('rooms.create.submit')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        noValidate
      >
        <LimitedNote standing={standing} text={t('rooms.create.limited')} />
        <Field
          label={t('rooms.create.name')}
          value={draft.name}
          dir="auto"
          autoComplete="off"
          error={shown(problems.name)}
          counter={t('rooms.create.nameCount', { used: draft.name.length, most: roomLimits.name })}
          onChange={(event) => onDraft({ name: event.target.value })}
        />
        <AreaField
          label={t('rooms.create.description')}
          value={draft.description}
          dir="auto"
          rows={3}
          error={shown(problems.description)}
          counter={t('rooms.create.nameCount', {
            used: draft.description.length,
            most: roomLimits.description,
          })}
          onChange={(event) => onDraft({ description: event.target.value })}
        />
        <RadiusField value={draft.radius} onChange={(radius) => onDraft({ radius })} />
        <PlaceChoice
          isPlaced={isPlaced}
          locationDisplay={locationDisplay}
          missing={placeMissing && !isPlaced && !position}
          finder={findPlace((place) => onDraft({ place }))}
          onChoose={onChoosePlace}
          onOwn={() => onDraft({ place: null })}
          onChangeDisplay={onChangeDisplay}
        />
      </form>
    </Dialog>
  );
}

interface PlaceChoiceProps {
  finder: ReactNode;
  isPlaced: boolean;
  locationDisplay: 'exact' | 'approximate';
  /** Somebody tried to create it without a place. */
  missing: boolean;
  onChoose(): void;
  onOwn(): void;
  onChangeDisplay(): void;
}

/** Where it will stand, and how exactly everybody will see that. */
function PlaceChoice(props: PlaceChoiceProps) {
  const { isPlaced, locationDisplay, missing, finder, onChoose, onOwn, onChangeDisplay } = props;
  const { t } = useTranslation();
  const { position, status } = usePosition();
  const here = position ? locationDisplay : positionGap(status);
  return (
    <fieldset className="field rooms-place-choice">
      <legend className="label">{t('rooms.create.place')}</legend>
      <p className="hint row">
        <Icon name="pin" size="s" />
        <span className="grow">
          {isPlaced && t('rooms.create.placed')}
          {!isPlaced && (here === 'insecure' ? t('ui.positionInsecure') : t(`rooms.create.here.${here}`))}
        </span>
        {!isPlaced && position && (
          <Button kind="text" size="s" onClick={onChangeDisplay}>
            {t('rooms.create.changeDisplay')}
          </Button>
        )}
      </p>
      {missing && (
        <p className="hint err" role="alert">
          <Icon name="error" size="s" />
          {t('errors.ROOM_POSITION_MISSING')}
        </p>
      )}
      <div className="row wrap">
        <Button kind="outline" size="s" icon="globe" onClick={onChoose}>
          {t(isPlaced ? 'rooms.create.chooseOther' : 'rooms.create.choosePlace')}
        </Button>
        {finder}
        {isPlaced && (
          <Button kind="ghost" size="s" icon="locate" onClick={onOwn}>
            {t('rooms.create.useOwnPlace')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
