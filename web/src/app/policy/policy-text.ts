/** Fills {operator}, {contact} and {dataLocation} of the policy texts. */
export interface PolicyParts {
  operator: string;
  contact: string;
  dataLocation: string;
}

export interface PolicySection {
  title: string;
  paragraphs: string[];
}

export interface PolicyText {
  /** The six statements in one breath. */
  summary: string;
  /** The usual place of the data; other places stand as the operator wrote them. */
  unitedStates: string;
  /** Stand-ins for an operator that has not said who they are. */
  unnamedOperator: string;
  unnamedContact: string;
  /** Acceptance, use license, user conduct, content responsibility, termination. */
  terms: PolicySection[];
  /** Information collected, use, sharing, security, rights, contact. */
  privacy: PolicySection[];
  /** How positions are used. */
  location: PolicySection[];
}

/** The date on which the texts were last changed. */
export const policyDate = '2026-11-26';

/** Chinese sets a space beside Latin letters, none between characters of its own. */
const spaceWithinChinese = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu;

export const fillPolicy = (text: string, parts: PolicyParts) =>
  text
    .replace(/\{(\w+)\}/g, (whole, name: string) => parts[name as keyof PolicyParts] ?? whole)
    .replace(spaceWithinChinese, '');
