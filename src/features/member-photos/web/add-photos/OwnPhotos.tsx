import { queryOptions, useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import type { ApiClient } from '#shared/contract.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { PhotoStrip } from '#shared/web/ui/images/PhotoStrip.tsx'
import type { MemberPhotosContract, PhotoSubmission } from '../../contract.ts'
import { describeRetention } from '../../submission-texts.ts'
import { submissionText } from '../../texts-and-limits.ts'
import './OwnPhotos.css'

type OwnPhotosProps = { item: ItemParams; userId: string }

/** This user's submissions that are not public yet. */
export function OwnPhotos({ item, userId }: OwnPhotosProps) {
  const sets = useQuery(ownSubmissionsQuery(useApiClient(), item, userId)).data?.data ?? []
  if (sets.length === 0) return null
  return (
    <section className="own-photos" aria-labelledby="own-photos-heading">
      <h3 className="own-photos__title" id="own-photos-heading">
        Your photos
      </h3>
      {sets.map((set) => (
        <OwnSubmission key={set._id} set={set} />
      ))}
    </section>
  )
}

function OwnSubmission({ set: { photos, createdAt, updatedAt } }: { set: PhotoSubmission }) {
  const now = useNow()
  return (
    <div className="own-photos__set">
      <p className="own-photos__state">
        <Hourglass className="icon icon--s" aria-hidden />
        <span>
          <b>{submissionText.waiting}</b>
          <span>{` · sent ${formatRelativeTime(createdAt, now)} · ${describeRetention(updatedAt)}`}</span>
        </span>
      </p>
      <PhotoStrip photos={photos} label="Your photos" />
    </div>
  )
}

/** This user's pending submissions for an item. */
function ownSubmissionsQuery(
  send: ApiClient,
  { shopType, productCode }: ItemParams,
  userId: string | undefined,
) {
  const query = { shopType, productCode }
  return queryOptions({
    queryKey: ['qcSetsOfMine', query, userId],
    queryFn: () => send<MemberPhotosContract['qcSetsOfMine']>('GET /qc-photos/sets/mine', { query }),
    enabled: userId !== undefined,
  })
}
