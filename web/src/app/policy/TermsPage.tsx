import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Page } from '#app/shell/Page.tsx';
import { canGoBack } from '#platform/history.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PolicySections } from './PolicySections.tsx';
import { policyDate } from './policy-text.ts';
import { type Policy, usePolicy } from './use-policy.ts';
import './policy.css';

function TermsText({ policy }: { policy: Policy }) {
  const { t } = useTranslation();
  const { text, fill } = policy;
  const parts = [
    { anchor: 'terms', title: t('app.policy.terms'), sections: text.terms },
    { anchor: 'privacy', title: t('app.policy.privacy'), sections: text.privacy },
  ];
  return (
    <div className="policy-terms">
      <nav className="policy-contents" aria-label={t('app.policy.sections')}>
        {parts.map(({ anchor, title, sections }) => (
          <div key={anchor}>
            <b>{title}</b>
            {sections.map((section, index) => (
              <a key={section.title} href={`#${anchor}-${index + 1}`}>
                {index + 1}. {section.title}
              </a>
            ))}
          </div>
        ))}
      </nav>
      <div className="card policy-text">
        <Note kind="ok" icon="shield">
          {fill(text.summary)}
        </Note>
        {parts.map(({ anchor, title, sections }) => (
          <div key={anchor}>
            <h2>{title}</h2>
            <PolicySections sections={sections} fill={fill} anchor={anchor} />
          </div>
        ))}
        <p>
          <Link to="/transparency">{t('transparency.title')}</Link>
        </p>
      </div>
    </div>
  );
}

export function TermsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguage();
  const { policy, failed, retry } = usePolicy();
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(policyDate),
  );
  return (
    <Page
      title={t('app.termsAndPolicy')}
      back={
        <Button
          kind="ghost"
          size="s"
          icon="back"
          className="policy-back"
          // What came before may be the page of somebody else, or this one, of which a section was gone to.
          onClick={() => (canGoBack() ? navigate(-1) : navigate('/'))}
        >
          {t('ui.back')}
        </Button>
      }
      aside={<span className="sm t3">{t('app.policy.lastUpdated', { date })}</span>}
    >
      {failed && <InlineError text={t('app.policy.failed')} onRetry={retry} />}
      {policy && <TermsText policy={policy} />}
      {!policy && !failed && (
        <div className="card policy-text" aria-busy="true">
          <Skeleton width="40%" />
          <Skeleton />
          <Skeleton width="80%" />
        </div>
      )}
    </Page>
  );
}
