import { useEffect, useState } from 'react'
import { type LoginReason, readLoginReason } from '#shared/web/navigation/login-reason.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import './LoginReasonNote.css'

const acts: Record<LoginReason['act'], string> = {
  collect: 'save',
  watch: 'watch',
  photos: 'add photos of',
  review: 'review',
}

/** Why the visitor is here, if an item's page led to the login; `lead` says what this page does. */
export function LoginReasonNote({ lead }: { lead: string }) {
  const [reason, setReason] = useState<LoginReason>()
  useEffect(() => setReason(readLoginReason()), [])
  if (!reason) return null
  const { act, name, picture } = reason
  return (
    <div className="login-reason">
      {picture && <Picture src={picture} alt="" width={1} height={1} sizes="56px" maxWidth={160} />}
      <p>
        <b>{`${lead} to ${acts[act]} ${name}`}</b>
        <span>You'll come right back to it.</span>
      </p>
    </div>
  )
}
