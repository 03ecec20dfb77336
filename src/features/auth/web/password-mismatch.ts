import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { FieldFault } from '#shared/web/validated-form.ts'
import { authText } from '../spec.ts'

/** §8: two different new passwords are reported beside the field and in a toast. */
export function showPasswordMismatch(faults: FieldFault[]): void {
  if (faults.some(({ text }) => text === authText.mismatch)) toast.error(authText.mismatchOnSubmit)
}
