import { Field } from '#shared/web/ui/forms/Field.tsx'
import type { ValidatedForm } from '#shared/web/validated-form.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

type AccountFieldsProps = {
  form: Pick<ValidatedForm<'name' | 'email' | 'password' | 'confirm'>, 'field'>
  hint: string
}

/** The fields of a new account. */
export function AccountFields({ form, hint }: AccountFieldsProps) {
  return (
    <>
      <Field label="Full Name" autoComplete="name" {...form.field('name')} />
      <Field
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.field('email')}
      />
      <NewPasswordFields form={form} name="password" label="Password" hint={hint} />
    </>
  )
}
