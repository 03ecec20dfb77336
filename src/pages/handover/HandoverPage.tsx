import './HandoverPage.css'
import { useState } from 'react'
import { AddPhotosDialog } from '#features/member-photos/web/add-photos/AddPhotosDialog.tsx'
import type { PageReading, ReadPhoto } from '#features/readings/page-reading.ts'
import { ReadingPreview } from '#features/readings/web/hand-over/ReadingPreview.tsx'
import { decodeBase64 } from '#features/readings/web/page-reader/base64.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { formatItemNumber, type ItemParams } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { getAccountPath } from '#shared/web/session/has-account.ts'
import { useSession } from '#shared/web/session/session.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import { keepReading, useHandedOver } from './handed-over.ts'

/** Where the extension or the bookmark hands over what it read: the person looks at it, leaves out parts, and sends it. */
export default function HandoverPage() {
  const [reading] = useHandedOver()
  const item = reading && toItem(reading)
  return (
    <>
      <PageHead
        title="Hand over"
        description="What you read in an item's page, before it is stored."
        isIndexed={false}
      />
      <div className="wrap handover">
        {!reading ? (
          <NothingYet />
        ) : !item ? (
          <NoItem />
        ) : reading.page === 'order' ? (
          <WarehousePhotos item={item} reading={reading} />
        ) : (
          <ItemFacts item={item} reading={reading} />
        )}
      </div>
    </>
  )
}

function NothingYet() {
  return (
    <EmptyState
      level={1}
      title="Nothing was handed over yet"
      text="Open an item's page and press the extension's button or your bookmark. What it read appears here before anything is stored."
    >
      <a className="btn btn--brand" href={paths.extension()}>
        Get the extension
      </a>
    </EmptyState>
  )
}

function NoItem() {
  return (
    <EmptyState
      level={1}
      title="No item was found"
      text="The page names no item of Taobao, Tmall, Weidian or 1688. Open the item's own page and press there again."
    />
  )
}

function ItemFacts({ item, reading }: { item: ItemParams; reading: PageReading }) {
  const navigate = useNavigate()
  function handleLogin() {
    keepReading(reading)
    saveReturnPath(paths.handover())
    location.assign(getAccountPath())
  }
  return (
    <section className="handover__sheet" aria-labelledby="handover-title">
      <p className="label">{formatItemNumber(item)}</p>
      <h1 id="handover-title">This will be stored</h1>
      <p className="muted">Untick what you don't want to share.</p>
      <ReadingPreview
        item={item}
        facts={reading}
        onLogin={handleLogin}
        onSent={() => navigate(paths.product(item.shopType, item.productCode))}
      />
    </section>
  )
}

/** The photos go the way of all members' photos, in their own dialog. */
function WarehousePhotos({ item, reading }: { item: ItemParams; reading: PageReading }) {
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
    <AddPhotosDialog
      item={item}
      info={undefined}
      files={files}
      isAdmin={user.role === 'admin'}
      open
      onClose={leave}
    />
  )
}

function toItem({ shopType, id }: PageReading): ItemParams | undefined {
  return shopType && id ? { shopType, productCode: id } : undefined
}

function toFile({ type, base64 }: ReadPhoto, index: number): File {
  return new File([decodeBase64(base64)], `photo-${index + 1}.${type.slice('image/'.length)}`, { type })
}
