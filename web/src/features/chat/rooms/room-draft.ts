import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { Position } from '@dazi/contract/places/places';
import { PersonalForms } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';

/** A room that is being written; it stays until it was created. */
export interface RoomDraft {
  name: string;
  description: string;
  /** As it stands in the field. */
  radius: string;
  /** A public spot chosen on the map; null is the own position. */
  place: Position | null;
}

export const emptyDraft: RoomDraft = {
  name: '',
  description: '',
  radius: String(roomLimits.joinRadius_miles.default),
  place: null,
};

const isDraft = (value: unknown): value is RoomDraft =>
  isRecord(value) &&
  (['name', 'description', 'radius'] as const).every((name) => typeof value[name] === 'string') &&
  (value.place === null || (isRecord(value.place) && typeof value.place.latitude === 'number'));

/** The one that somebody is about to open. */
export const roomForms = new PersonalForms('room', isDraft, 1);

/** Miles; null where the field holds no radius that a room may have. */
export function radiusOf({ radius }: Pick<RoomDraft, 'radius'>): number | null {
  const { least, most } = roomLimits.joinRadius_miles;
  const miles = radius.trim() === '' ? Number.NaN : Number(radius);
  return Number.isFinite(miles) && miles >= least && miles <= most ? miles : null;
}

export interface DraftProblems {
  name: 'TITLE_MISSING' | 'TITLE_TOO_LONG' | null;
  description: 'DESCRIPTION_TOO_LONG' | null;
  radius: 'JOIN_RADIUS_OUT_OF_RANGE' | null;
}

/** What the server would refuse, field by field. */
export function problemsOf(draft: RoomDraft): DraftProblems {
  const name = draft.name.trim();
  return {
    name: isBlank(name) ? 'TITLE_MISSING' : name.length > roomLimits.name ? 'TITLE_TOO_LONG' : null,
    description: draft.description.trim().length > roomLimits.description ? 'DESCRIPTION_TOO_LONG' : null,
    radius: radiusOf(draft) === null ? 'JOIN_RADIUS_OUT_OF_RANGE' : null,
  };
}
