import { Field } from '#ui/Field.tsx';

interface LinkFieldProps {
  label: string;
  hideLabel?: boolean;
  link: string;
}

/** A link to be read and copied by hand: whoever comes to it has it marked. */
export function LinkField({ link, ...rest }: LinkFieldProps) {
  return <Field {...rest} readOnly dir="ltr" value={link} onFocus={(event) => event.target.select()} />;
}
