import type { PolicySection } from './policy-text.ts';

interface PolicySectionsProps {
  sections: readonly PolicySection[];
  fill(line: string): string;
  /** Makes each section a place one can link to, as `terms-1`. */
  anchor?: string;
}

export function PolicySections({ sections, fill, anchor }: PolicySectionsProps) {
  return sections.map((section, index) => (
    <section key={section.title} className="policy-section" id={anchor && `${anchor}-${index + 1}`}>
      <h3>
        {index + 1}. {section.title}
      </h3>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph} className="t2">
          {fill(paragraph)}
        </p>
      ))}
    </section>
  ));
}
