import { useEffect, useState } from 'react'
import { type LoginReason, readLoginReason } from '#shared/web/navigation/login-reason.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import './LoginReasonNote.css'

const sentences: Record<LoginReason['act'], (name: string) => string> = {
  collect: (name) => `Log in to save ${name}`,
  watch: (name) => `Log in to watch ${name}`,
  photos: (name) => `Log in to add photos of ${name}`,
  review: (name) => `Log in to review ${name}`,
}

/** Why the visitor is here, if an item's page led to the login. */
export function LoginReasonNote() {
  const [reason, setReason] = useState<LoginReason>()
  useEffect(() => setReason(readLoginReason()), [])
  if (!reason) return null
  const { act, name, picture } = reason
  return (
    <div className="login-reason">
      {picture && <Picture src={picture} alt="" width={1} height={1} sizes="56px" maxWidth={160} />}
      <p>
        <b>{sentences[act](name)}</b>
        <span>You'll come right back to it.</span>
      </p>
    </div>
  )
}
