import { deviceName } from '@dazi/contract/identity/device-names';
import type { User } from '@dazi/contract/identity/identity';
import type { Device } from '@dazi/contract/identity/sessions';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayTime } from '#features/identity/day-time.ts';
import { useDevices, useSignOutDevices } from '#features/identity/devices.api.ts';
import { useDevicesNews } from '#features/identity/devices.live.ts';
import { useSignOut } from '#features/identity/identity.api.ts';
import { KeepSwitch } from '#features/identity/KeepSwitch.tsx';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { elapsed, useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import './identity-devices.css';

const day_ms = 24 * 60 * 60 * 1000;

/** Where one is signed in; each can be signed out from here. */
export function DeviceList({ user }: { user: User }) {
  const { t } = useTranslation();
  const { data: devices, isPending, refetch } = useDevices(user.id);
  useDevicesNews(user.id);
  const signOutDevices = useSignOutDevices(user.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const own = devices?.find(({ isThis }) => isThis);
  const others = devices?.filter(({ isThis }) => !isThis) ?? [];
  const { isPending: isEnding, variables: ending } = signOutDevices;
  const end = (deviceId: string | undefined) =>
    signOutDevices.mutate(deviceId, {
      // The button that was pressed is gone; whoever uses the keyboard goes on from here.
      onSuccess: () => heading.current?.focus(),
    });
  return (
    <>
      <div className="identity-devices-keep">
        <KeepSwitch user={user} />
      </div>
      <h2 className="identity-devices-title" tabIndex={-1} ref={heading}>
        {t('identity.devices.signedIn')}
      </h2>
      {isPending && <Spinner />}
      {!isPending && !devices && (
        <InlineError text={t('identity.devices.loadFailed')} onRetry={() => void refetch()} />
      )}
      {devices && (
        <ul className="identity-devices" aria-label={t('identity.devices.signedIn')}>
          {own && <OwnRow device={own} />}
          {others.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isNew={own !== undefined && device.signedInAt > own.signedInAt}
              isEnding={isEnding && (ending === undefined || ending === device.id)}
              onSignOut={() => end(device.id)}
            />
          ))}
        </ul>
      )}
      <Note icon="info">{t('identity.devices.note')}</Note>
      {others.length > 0 && (
        <div className="identity-devices-foot">
          <Button
            kind="danger-quiet"
            busy={isEnding && ending === undefined}
            disabled={isEnding}
            onClick={() => end(undefined)}
          >
            {t('identity.devices.others')}
          </Button>
        </div>
      )}
    </>
  );
}

function OwnRow({ device }: { device: Device }) {
  const signOut = useSignOut();
  const isEnding = signOut.isPending || signOut.isSuccess;
  return <DeviceRow device={device} isNew={false} isEnding={isEnding} onSignOut={() => signOut.mutate()} />;
}

interface DeviceRowProps {
  device: Device;
  /** It came after this one, if not long ago. */
  isNew: boolean;
  isEnding: boolean;
  onSignOut(): void;
}

function DeviceRow({ device, isNew: isLater, isEnding, onSignOut }: DeviceRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { system, isThis } = device;
  const name = deviceName(device, language);
  const isNew = isLater && now - Date.parse(device.signedInAt) < day_ms;
  return (
    <li>
      <span className="identity-devices-icon">
        <Icon name={system === 'android' || system === 'ios' ? 'phone' : 'laptop'} />
      </span>
      <div>
        <div className="identity-devices-name">
          <span className="b">{name}</span>
          {isThis && <span className="pill green">{t('identity.devices.this')}</span>}
          {isNew && <span className="pill yellow">{t('identity.devices.new')}</span>}
        </div>
        <Facts device={device} isNew={isNew} />
      </div>
      <Button
        size="s"
        kind={isThis ? 'ghost' : 'quiet'}
        busy={isEnding}
        aria-label={t('identity.devices.signOutOf', { device: name })}
        onClick={onSignOut}
      >
        {t('identity.devices.signOut')}
      </Button>
    </li>
  );
}

function Facts({ device, isNew }: { device: Device; isNew: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { signedInAt, lastUsedAt, isThis, isPushedTo } = device;
  const { unit, count } = elapsed(lastUsedAt, now);
  // Only the hour is known.
  const used =
    unit === 'days'
      ? dayTime(lastUsedAt, now, language)
      : t(`ui.timeAgo.${unit === 'hours' ? 'hours' : 'now'}`, { count });
  const since =
    isThis || isNew
      ? t('identity.devices.signedInAt', { date: dayTime(signedInAt, now, language) })
      : t('identity.devices.lastUsed', { time: used });
  const until = t('identity.devices.until', { date: dayTime(device.until, now, language) });
  const pushed = t('identity.devices.pushed');
  return (
    <p className="sm t3">
      {t(isPushedTo ? 'identity.devices.factsPushed' : 'identity.devices.facts', { since, until, pushed })}
    </p>
  );
}
