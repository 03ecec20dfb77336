import { lazy, Suspense, useState } from 'react'
import type { PageReading, ReadPhoto } from '#features/readings/page-reading.ts'
import { keepReading } from '#features/readings/web/hand-over/kept-reading.ts'
import { OwnPictures } from '#features/readings/web/hand-over/OwnPictures.tsx'
import { ReadingPreview } from '#features/readings/web/hand-over/ReadingPreview.tsx'
import { ReadingThanks } from '#features/readings/web/hand-over/ReadingThanks.tsx'
import type { ShownPart } from '#features/readings/web/hand-over/reading-parts.ts'
import { decodeBase64 } from '#features/readings/web/page-reader/base64.ts'
import { formatItemNumber, type ItemParams } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { getAccountPath } from '#shared/web/session/has-account.ts'
import { useSession } from '#shared/web/session/session.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'

const AddPhotosDialog = lazy(async () => ({
  default: (await import('#features/member-photos/web/add-photos/AddPhotosDialog.tsx')).AddPhotosDialog,
}))

type HandedOverProps = { item: ItemParams; reading: PageReading }

/** What was handed over: photos of an order, or facts of an item. */
export function HandedOver(props: HandedOverProps) {
  return props.reading.page === 'order' ? <WarehousePhotos {...props} /> : <ItemFacts {...props} />
}

function ItemFacts({ item, reading }: HandedOverProps) {
  const [sentParts, setSentParts] = useState<ShownPart[]>()
  const [files, setFiles] = useState<readonly File[]>([])
  function handleLogin() {
    const name = reading.title ?? formatItemNumber(item)
    keepReading(item, reading)
    saveReturnPath(paths.handover(), undefined, { act: 'hand-over', name, picture: undefined })
    location.assign(getAccountPath())
  }
  return (
    <section className="handover__sheet" aria-labelledby="handover-title">
      <p className="label">{formatItemNumber(item)}</p>
      <h1 id="handover-title">{sentParts ? 'Thank you' : 'This will be stored'}</h1>
      {sentParts ? (
        <>
          <ReadingThanks parts={sentParts} files={files} />
          <a className="btn btn--brand" href={paths.product(item.shopType, item.productCode)}>
            See the item
          </a>
        </>
      ) : (
        <>
          <p className="muted">Untick what you don't want to share.</p>
          <OwnPictures item={item} files={files} onFiles={setFiles} />
          <ReadingPreview
            item={item}
            facts={reading}
            files={files}
            onLogin={handleLogin}
            onSent={setSentParts}
          />
        </>
      )}
    </section>
  )
}

/** The photos go the way of all members' photos, in their own dialog. */
function WarehousePhotos({ item, reading }: HandedOverProps) {
  const { user, status } = useSession()
  const navigate = useNavigate()
  const [files] = useState(() => reading.photos.map(toFile))
  const leave = () => navigate(paths.product(item.shopType, item.productCode))
  if (status === 'loading') return null
  if (!user)
    return (
      <EmptyState
        level={1}
        title="Log in to add your photos"
        text="Photos stay on the order's page until then. Log in here, then press the extension's button or your bookmark once more."
      >
        <a
          className="btn btn--brand"
          href={getAccountPath()}
          onClick={() => saveReturnPath(paths.handover())}
        >
          Log in
        </a>
      </EmptyState>
    )
  if (files.length === 0)
    return (
      <EmptyState
        level={1}
        title="The photos could not be read"
        text="The order's page or the bookmark has no way to hand them over. Save them there, then choose the files here."
      >
        <a className="btn btn--brand" href={paths.productQc(item.shopType, item.productCode)}>
          Choose saved files
        </a>
      </EmptyState>
    )
  return (
    <Suspense>
      <AddPhotosDialog
        item={item}
        info={undefined}
        files={files}
        isAdmin={user.role === 'admin'}
        open
        onClose={leave}
      />
    </Suspense>
  )
}

function toFile({ type, base64 }: ReadPhoto, index: number): File {
  return new File([decodeBase64(base64)], `photo-${index + 1}.${type.slice('image/'.length)}`, { type })
}
