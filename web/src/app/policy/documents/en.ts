import type { PolicyText } from '../policy-text.ts';

export const policy: PolicyText = {
  summary:
    'In short: we collect your location, profile, content and usage. Data is never sold. Exact coordinates are never shared with other users unless you choose exact. Data is deleted within 30 days of account deletion. Dazi is not for people under 13. Data is held in {dataLocation}.',
  unitedStates: 'the United States',
  unnamedOperator: 'an operator who has not given a name',
  unnamedContact:
    'The operator of this server has not published a contact yet. Ask the person who gave you its address.',
  terms: [
    {
      title: 'Acceptance',
      paragraphs: [
        'By signing in to Dazi you agree to these terms. If you do not agree, you can still look at the map and read public messages without an account.',
        'This Dazi is run by {operator}. When the terms change, the date at the top changes with them.',
      ],
    },
    {
      title: 'Use license',
      paragraphs: [
        'You may use this service free of charge, for yourself, to meet and talk to people near you. Do not disturb it, get round its limits, or collect what other people wrote by machine.',
        'The software itself is free under the GNU Affero General Public License, version 3 or later.',
      ],
    },
    {
      title: 'User conduct',
      paragraphs: [
        'Be kind, and be truthful about who you are. Do not harass, threaten, deceive or sell. Keep other people’s names, pictures and whereabouts to yourself.',
        'Dazi is not for people under 13, and accounts are for adults of 18 and older. A profile gives an age from 18 to 120.',
      ],
    },
    {
      title: 'Content responsibility',
      paragraphs: [
        'What you post stays yours, and you answer for it. By posting you allow Dazi to show it to the people who use this service until you delete it or it expires.',
        'Public messages can be read by anyone, with or without an account. You can delete your own at any time.',
      ],
    },
    {
      title: 'Termination',
      paragraphs: [
        'You can stop using Dazi at any time. In Settings you can delete your account. The operator and the moderators may remove content, limit, suspend or close an account. You are told which rule it was and why, and can appeal once.',
        'The service comes without a warranty and may change or end.',
      ],
    },
  ],
  privacy: [
    {
      title: 'Information collected',
      paragraphs: [
        'Location: a position made for display, kept with what you post. Profile: your name, picture and e-mail address from the account you sign in with, and what you add yourself, such as age, gender and a few words about you. Content: your messages, pictures, comments, reactions and bookmarks. Usage: when you were last active, and short technical logs without positions or message texts.',
      ],
    },
    {
      title: 'Use',
      paragraphs: [
        'We use this data to show you and others what is going on nearby, to keep you signed in, and to protect the service against abuse. There is no advertising and no tracking across other sites.',
      ],
    },
    {
      title: 'Sharing',
      paragraphs: [
        'Data is never sold. Exact coordinates are never shared with other users unless you choose exact.',
        'Others see your name, picture, age and gender beside what you post; Settings and your profile say how much. Your full e-mail address is shown to nobody but you and the administrator.',
      ],
    },
    {
      title: 'Security',
      paragraphs: [
        'Unless you choose exact, your position is shifted on the server before anything is stored, so that the true one cannot be read from the database. Pictures lose their location data. You stay signed in for 24 hours, or where you ask for it for 30 days from your last visit, by a cookie that scripts cannot read. Of the devices on which you are signed in we keep browser, system and times, no address.',
        'Data is held in {dataLocation}.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You can see and change your profile, delete your messages and comments, and choose how your position is shown. In Settings you can download everything stored about you and delete your account. What you take back is gone for everybody at once. For three days a sealed copy stays that only a report can open; then it is erased.',
        'A deleted account is hidden at once and can be restored for 29 days. Data is deleted within 30 days of account deletion. Dazi is not for people under 13; we delete such an account when we learn of it.',
        'When an account is closed by the moderators, a code made from its sign-in is kept for 12 months, or 36 in grave cases, so that no new one is opened with it. It holds no name and no address.',
      ],
    },
    { title: 'Contact', paragraphs: ['This Dazi is run by {operator}.', '{contact}'] },
  ],
  location: [
    {
      title: 'What others see',
      paragraphs: [
        'By default your position is shown approximately: the server rounds it to an area of about 1\u00a0km and then moves it by 1 to 2\u00a0km in a direction. From the same place the shift is always the same, so that many messages tell no more than one.',
        'In Settings you can choose exact instead. Then it is rounded to about 11\u00a0m, and anyone could find your street. Exact messages from a place also reveal what approximate ones from there hide.',
      ],
    },
    {
      title: 'What is stored',
      paragraphs: [
        'Only the position made for display is stored with a message; your true position never is, unless you choose exact. When you only look around, your position is rounded to about 110\u00a0m before it leaves your device, used to answer, and forgotten.',
        'The map’s last centre and zoom are kept on your device alone. The address bar holds a view only after you moved the map by hand, and then only roughly.',
      ],
    },
    {
      title: 'Permission',
      paragraphs: [
        'Your browser asks before Dazi may use your location, and only after you did something that needs it: finding yourself on the map, or posting. If you say no you can still look around; the map then starts in San Francisco, which never counts as your position.',
        'You can take the permission back in your browser at any time.',
      ],
    },
  ],
};
