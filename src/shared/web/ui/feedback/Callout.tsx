import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import './Callout.css'

type CalloutProps = Omit<ComponentProps<'div'>, 'title'> & {
  variant?: 'info' | 'ok' | 'warn' | 'bad'
  title: string
}

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

/** A box of text that stays on the page: a title, and the children under it. */
export function Callout({ variant = 'info', title, children, className = '', ...rest }: CalloutProps) {
  const Icon = icons[variant]
  return (
    <div className={`note note--${variant} ${className}`} {...rest}>
      <Icon className="icon" aria-hidden />
      <b>{title}</b>
      {children}
    </div>
  )
}
