import { Camera } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLoginReason } from '#features/products/web/use-login-reason.ts'
import { paths } from '#shared/paths.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { type SessionState, useSession } from '#shared/web/session/session.ts'
import { submissionText } from '../../spec.ts'
import './AddPhotosLine.css'
import { OwnPhotos } from './OwnPhotos.tsx'
import type { PhotographedItem } from './use-add-photos.ts'

const loadDialog = () => import('./AddPhotosDialog.tsx')
const AddPhotosDialog = lazy(async () => ({ default: (await loadDialog()).AddPhotosDialog }))

/** The link to add photos of one's own, and those that wait for approval. */
export function AddPhotosLine({ item, info }: PhotographedItem) {
  const session = useSession()
  if (session.status === 'loading') return null
  if (!session.user) return <LoginLink item={item} />
  return (
    <>
      <OwnPhotos item={item} userId={session.user.id} />
      {/* What one person has begun is not left to the next. */}
      <AddButton key={session.user.id} user={session.user} item={item} info={info} />
    </>
  )
}

function LoginLink({ item }: Pick<PhotographedItem, 'item'>) {
  const getLoginReason = useLoginReason(item)
  function handleClick() {
    const { pathname, search } = location
    saveReturnPath(`${pathname}${search}#add-photos`, undefined, getLoginReason('photos'))
  }
  return (
    <p className="add-photos">
      <span>{submissionText.login}</span>
      <a className="btn" href={paths.login()} onClick={handleClick}>
        Login<span className="visually-hidden"> to add photos</span>
      </a>
    </p>
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
    <p className="add-photos">
      <button
        type="button"
        className="btn"
        onClick={handleOpen}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
      >
        <Camera className="icon" aria-hidden />
        {isAdmin ? 'Add photos' : 'Add photos of yours'}
      </button>
      {hasOpened && (
        <Suspense>
          <AddPhotosDialog {...props} isAdmin={isAdmin} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  )
}
