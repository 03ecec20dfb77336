import { useEffect, useState } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { type LoginReason, readLoginReason } from '#shared/web/navigation/login-reason.ts'

const loadNote = async () => (await import('./LoginReasonNote.tsx')).LoginReasonNote

/** Why the visitor is here, if an item's page led to the login; `lead` says what this page does. */
export function LoginReasonSlot({ lead }: { lead: string }) {
  const [reason, setReason] = useState<LoginReason>()
  useEffect(() => setReason(readLoginReason()), [])
  const Note = useLazyComponent(loadNote, reason !== undefined)
  return reason && Note && <Note lead={lead} reason={reason} />
}
