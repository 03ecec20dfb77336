import { PasswordField } from '#shared/web/ui/forms/PasswordField.tsx'
import type { ValidatedForm } from '#shared/web/validated-form.ts'

type NewPasswordFieldsProps<Name extends string> = {
  form: Pick<ValidatedForm<Name | 'confirm'>, 'field'>
  name: Name
  label: string
  hint: string
}

/** A new password, and its confirmation. */
export function NewPasswordFields<Name extends string>(props: NewPasswordFieldsProps<Name>) {
  const { form, name, label, hint } = props
  return (
    <>
      <PasswordField label={label} autoComplete="new-password" hint={hint} {...form.field(name, 'confirm')} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...form.field('confirm')} />
    </>
  )
}
