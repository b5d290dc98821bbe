import { Avatar } from '#ui/Avatar.tsx';
import { UserText } from '#ui/UserText.tsx';

interface AnswersProps {
  label: string;
  answers: readonly { id: string; name: string; avatarUrl: string | null; text: string }[];
}

export function Answers({ label, answers }: AnswersProps) {
  return (
    <ul className="mini-apps-ice-answers" aria-label={label}>
      {answers.map(({ id, name, avatarUrl, text }) => (
        <li key={id}>
          <Avatar name={name} url={avatarUrl} size="xs" />
          <div className="mini-apps-words">
            <UserText as="b" className="sm">
              {name}
            </UserText>
            <UserText as="p">{text}</UserText>
          </div>
        </li>
      ))}
    </ul>
  );
}
