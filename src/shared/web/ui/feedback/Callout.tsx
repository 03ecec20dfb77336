import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import './Callout.css'

type CalloutProps = Omit<ComponentProps<'div'>, 'title'> & {
  variant?: 'info' | 'ok' | 'warn' | 'bad'
  title: string
}

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

/** A permanent box of text; the children stand under its title. */
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
