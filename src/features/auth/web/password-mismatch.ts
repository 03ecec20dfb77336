import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { FormFieldError } from '#shared/web/validated-form.ts'
import { authText } from '../texts-and-limits.ts'

/** §8: two different new passwords are reported beside the field and in a toast. */
export function showPasswordMismatch(errors: FormFieldError[]): void {
  if (errors.some(({ message }) => message === authText.mismatch)) toast.error(authText.mismatchOnSubmit)
}
