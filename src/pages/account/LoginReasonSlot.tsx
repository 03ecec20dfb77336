import './LoginReasonSlot.css'
import { useEffect, useState } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { type LoginReason, readLoginReason } from '#shared/web/navigation/login-reason.ts'

const loadNote = async () => (await import('./LoginReasonNote.tsx')).LoginReasonNote

/**
 * Why the visitor is here, if an item's page led to the login; `lead` names this page's action. Its space is reserved
 * from the first paint.
 */
export function LoginReasonSlot({ lead }: { lead: string }) {
  const [reason, setReason] = useState<LoginReason>()
  useEffect(() => {
    const stored = readLoginReason()
    setReason(stored)
    document.documentElement.toggleAttribute('data-login-reason', stored !== undefined)
  }, [])
  const Note = useLazyComponent(loadNote, reason !== undefined)
  return <div className="login-reason-slot">{reason && Note && <Note lead={lead} reason={reason} />}</div>
}
