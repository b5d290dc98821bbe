import { interestCatalogue, interestCategories } from '@dazi/contract/people/interests';
import { useTranslation } from 'react-i18next';
import { ChoicePills } from './ChoicePills.tsx';

interface InterestPickerProps {
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

export function InterestPicker({ chosen, onChange }: InterestPickerProps) {
  const { t } = useTranslation();
  return (
    <div className="profiles-interests">
      {interestCategories.map((category) => {
        const entries = interestCatalogue.filter((interest) => interest.category === category);
        if (entries.length === 0) return null;
        const others = chosen.filter((id) => !entries.some((entry) => entry.id === id));
        const label = t(`profiles.categories.${category}`);
        return (
          <div key={category}>
            <div className="hint" aria-hidden="true">
              {label}
            </div>
            <ChoicePills
              label={label}
              options={entries.map(({ id, icon }) => ({
                value: id,
                label: t(`profiles.interestNames.${id}`),
                icon: (
                  <span className="e" aria-hidden="true">
                    {icon}
                  </span>
                ),
              }))}
              chosen={chosen}
              onChange={(inCategory) => onChange([...others, ...inCategory])}
            />
          </div>
        );
      })}
    </div>
  );
}
