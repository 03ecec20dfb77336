import type { LoginReason } from '#shared/web/navigation/login-reason.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import './LoginReasonNote.css'

const actionVerbs: Record<LoginReason['act'], string> = {
  collect: 'save',
  watch: 'watch',
  photos: 'add photos of',
  review: 'review',
  'hand-over': 'hand over what you added to',
  answer: 'check',
}

type LoginReasonNoteProps = { lead: string; reason: LoginReason }

/** What the visitor wanted to do with an item before the login or registration form. */
export function LoginReasonNote({ lead, reason: { act, name, picture } }: LoginReasonNoteProps) {
  return (
    <div className="login-reason">
      {picture && <Picture src={picture} alt="" width={1} height={1} sizes="56px" maxWidth={160} />}
      <p>
        <b>{`${lead} to ${actionVerbs[act]} ${name}`}</b>
        <span>You'll come right back to it.</span>
      </p>
    </div>
  )
}
