import { SelectField } from './select-field'

type Props = {
  factors: readonly { id: string; name: string }[]
  value: string
  onChange: (id: string) => void
}

/** Of which authenticator the code is; nothing if there is only one. */
export function AuthenticatorSelect({ factors, value, onChange }: Props) {
  if (factors.length < 2) return null
  return (
    <SelectField label="Authenticator" value={value} onChange={({ target }) => onChange(target.value)}>
      {factors.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
