import type { FieldFault } from '#shared/web/checked-form.ts'
import { toast } from '#shared/web/ui/toasts.ts'
import { authText } from '../spec.ts'

/** §8: a form that was sent with two different new passwords says so beside the field and in a toast. */
export function sayMismatch(faults: FieldFault[]): void {
  if (faults.some(({ text }) => text === authText.mismatch)) toast.error(authText.mismatchOnSubmit)
}
