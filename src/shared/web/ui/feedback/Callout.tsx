import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import './Callout.css'

type CalloutProps = Omit<ComponentProps<'div'>, 'title'> & {
  look?: 'info' | 'ok' | 'warn' | 'bad'
  title: string
}

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

/** A permanent box of text; the children stand under its title. */
export function Callout({ look = 'info', title, children, className = '', ...rest }: CalloutProps) {
  const Icon = icons[look]
  return (
    <div className={`note note--${look} ${className}`} {...rest}>
      <Icon className="icon" aria-hidden />
      <b>{title}</b>
      {children}
    </div>
  )
}
