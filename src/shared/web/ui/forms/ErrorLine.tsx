import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'

/** The error message of a field or a form. */
export function ErrorLine({ children, ...props }: ComponentProps<'p'>) {
  return (
    <p className="err" {...props}>
      <CircleAlert className="icon icon--s" aria-hidden />
      <span>{children}</span>
    </p>
  )
}
