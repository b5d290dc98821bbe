import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';

interface FactProps {
  icon: ReactNode;
  title: string;
  /** The title begins with a word that stands within a sentence elsewhere. */
  begins?: boolean;
  children?: ReactNode;
}

/** One thing about a plan, and below it what belongs to it. */
export function Fact({ icon, title, begins = false, children }: FactProps) {
  return (
    <div className="plans-fact">
      {icon}
      <div className="grow">
        <UserText as="p" className={classNames('b', 'plans-fact-title', begins && 'plans-begins')}>
          {title}
        </UserText>
        {children && <p className="sm t3">{children}</p>}
      </div>
    </div>
  );
}

interface FactWayProps {
  icon: ReactNode;
  title: string;
  text: string | null;
  /** Where it leads, or what it does. */
  to: string | (() => void);
}

/** The same as a way to something. */
export function FactWay({ icon, title, text, to }: FactWayProps) {
  const look = 'plans-fact plans-way';
  const inside = (
    <>
      {icon}
      <span className="grow">
        <span className="b">{title}</span>
        {text && <UserText className="sm t3 ell">{text}</UserText>}
      </span>
      <Icon name="chevron-right" size="s" />
    </>
  );
  return typeof to === 'string' ? (
    <Link className={look} to={to}>
      {inside}
    </Link>
  ) : (
    <button type="button" className={look} onClick={to}>
      {inside}
    </button>
  );
}
