import { Camera } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLoginReason } from '#features/products/web/use-login-reason.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { getAccountPath } from '#shared/web/session/has-account.ts'
import { type SessionState, useSession } from '#shared/web/session/session.ts'
import { submissionText } from '../../texts-and-limits.ts'
import './AddPhotosTile.css'
import { OwnPhotos } from './OwnPhotos.tsx'
import type { PhotographedItem } from './use-add-photos.ts'

const loadDialog = () => import('./AddPhotosDialog.tsx')
const AddPhotosDialog = lazy(async () => ({ default: (await loadDialog()).AddPhotosDialog }))

/** The button to add photos, or a link to the login. */
export function AddPhotosTile({ item, info }: PhotographedItem) {
  const session = useSession()
  if (session.status === 'loading') return null
  if (!session.user) return <LoginLink item={item} />
  // The key discards photos of the previous user after a new login.
  return <AddButton key={session.user.id} user={session.user} item={item} info={info} />
}

/** The user's pending photos. */
export function OwnPhotosOfUser({ item }: Pick<PhotographedItem, 'item'>) {
  const { user } = useSession()
  return user && <OwnPhotos item={item} userId={user.id} />
}

function LoginLink({ item }: Pick<PhotographedItem, 'item'>) {
  const getLoginReason = useLoginReason(item)
  function handleClick() {
    const { pathname, search } = location
    saveReturnPath(`${pathname}${search}#add-photos`, undefined, getLoginReason('photos'))
  }
  return (
    <a className="add-photos" href={getAccountPath()} onClick={handleClick}>
      <Camera className="icon" aria-hidden />
      <span>{submissionText.login}</span>
    </a>
  )
}

type AddButtonProps = PhotographedItem & { user: NonNullable<SessionState['user']> }

function AddButton({ user, ...props }: AddButtonProps) {
  const [isOpen, setOpen] = useState(false)
  // It stays mounted when it is closed, so that uploads continue.
  const [hasOpened, setHasOpened] = useState(false)
  const isAdmin = user.role === 'admin'
  function handleOpen() {
    setOpen(true)
    setHasOpened(true)
  }
  return (
    <>
      <button
        type="button"
        className="add-photos"
        onClick={handleOpen}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
      >
        <Camera className="icon" aria-hidden />
        <span>{isAdmin ? 'Add photos' : 'Add your photos'}</span>
      </button>
      {hasOpened && (
        <Suspense>
          <AddPhotosDialog {...props} isAdmin={isAdmin} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
