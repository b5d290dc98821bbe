import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Held, MapTexts } from '#map/map-texts.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';

export function useMapTexts(): MapTexts {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const metres = new Intl.NumberFormat(language, { style: 'unit', unit: 'meter' });
    const kilometres = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' });
    // The number that is seen comes first in what is heard.
    const both = ({ posts, rooms }: Held) => ({
      all: posts + rooms,
      posts: t('map.posts', { count: posts }),
      groups: t('map.groups', { count: rooms }),
    });
    const list = new Intl.ListFormat(language);
    /** Everything that is there, one kind after the other. */
    const several = ({ posts, rooms, plans }: Held) => {
      const all = posts + rooms + plans;
      const held = list.format([
        ...(posts > 0 ? [t('map.posts', { count: posts })] : []),
        ...(rooms > 0 ? [t('map.groups', { count: rooms })] : []),
        t('plans.list.counted', { count: plans }),
      ]);
      return { held: all === plans ? held : t('map.several', { all, held }) };
    };
    return {
      map: t('map.label'),
      zoomIn: t('map.zoomIn'),
      zoomOut: t('map.zoomOut'),
      locate: t('map.locate'),
      loading: t('map.loading'),
      errorTitle: t('map.errorTitle'),
      errorText: t('map.errorText'),
      builtInErrorTitle: t('map.builtInErrorTitle'),
      builtInErrorText: t('map.builtInErrorText'),
      tryAgain: t('map.tryAgain'),
      useBuiltIn: t('map.useBuiltIn'),
      ownPosition: t('map.ownPosition'),
      attribution: t('map.attribution'),
      close: t('ui.close'),
      about: (held) => {
        if (held.plans > 0) return t('map.aboutSeveral', several(held));
        return held.rooms === 0 ? t('map.about', { count: held.posts }) : t('map.aboutBoth', both(held));
      },
      cluster: (held) => {
        if (held.plans > 0) return t('map.clusterOfSeveral', several(held));
        if (held.rooms === 0) return t('map.cluster', { count: held.posts });
        if (held.posts === 0) return t('map.clusterOfGroups', { count: held.rooms });
        return t('map.clusterOfBoth', both(held));
      },
      samePlace: (held) => {
        if (held.plans > 0) return t('map.severalAtPlace', several(held));
        if (held.rooms === 0) return t('map.samePlace', { count: held.posts });
        if (held.posts === 0) return t('map.groupsAtPlace', { count: held.rooms });
        return t('map.bothAtPlace', both(held));
      },
      distance: (value) => (value < 1000 ? metres.format(value) : kilometres.format(value / 1000)),
    };
  }, [t, language]);
}
