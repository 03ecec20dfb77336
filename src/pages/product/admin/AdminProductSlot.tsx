import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useSession } from '#shared/web/session/session.ts'
import type { AdminProductButtonProps } from './AdminProductButton.tsx'
import './AdminProductSlot.css'

const loadButton = async () => (await import('./AdminProductButton.tsx')).AdminProductButton

/** Reserves the space of the admins' button. Only admins see it and load its code. */
export function AdminProductSlot(props: AdminProductButtonProps) {
  const Button = useLazyComponent(loadButton, useSession().user?.role === 'admin')
  return (
    <div className="admin-product" data-listed={props.product !== null || undefined}>
      {Button && <Button {...props} />}
    </div>
  )
}
