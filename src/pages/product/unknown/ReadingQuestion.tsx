import './ReadingQuestion.css'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { ItemReading, ReadingsContract } from '#features/readings/contract.ts'
import { readingQuery } from '#features/readings/web/queries.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { detectLanguage } from '#shared/language.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'

/** 'Read by a member on 26 Nov 2026, not confirmed' */
export function describeReading({
  createdAt,
  confirmedBy,
}: Pick<ItemReading, 'createdAt' | 'confirmedBy'>): string {
  const date = formatDate(createdAt)
  return confirmedBy === 'none'
    ? `Read by a member on ${date}, not confirmed`
    : `Read by two members, ${date}`
}

/** What a member read, and the question whether it is right; members answer it, and an admin looks at the answers. */
export function ReadingQuestion({ item, reading }: { item: ItemParams; reading: ItemReading }) {
  const { user } = useSession()
  const isOwn = useIsOwn(item)
  return (
    <section className="reading-question" aria-label="Read by a member">
      {reading.variants.length > 0 && (
        <ul className="reading-question__variants">
          {reading.variants.map((names) => (
            <li key={names.join()} lang={detectLanguage(names.join())}>
              {names.join(', ')}
            </li>
          ))}
        </ul>
      )}
      {reading.confirmedBy === 'none' && user && !isOwn && (
        <ReplyButtons key={reading._id} reading={reading} />
      )}
      <p className="reading-question__from">{`${describeReading(reading)}.`}</p>
    </section>
  )
}

/** Whether this member sent it; the page's own data is the same for everyone. True until it is known. */
function useIsOwn(item: ItemParams): boolean {
  const send = useApiClient()
  const { user } = useSession()
  const { data } = useQuery({
    ...readingQuery(send, item),
    queryKey: ['getReadings', item, user?.id ?? ''],
    enabled: user !== undefined,
  })
  return data?.data[0]?.isOwn !== false
}

function ReplyButtons({ reading: { _id: id } }: { reading: ItemReading }) {
  const send = useApiClient()
  const [isAnswered, setAnswered] = useState(false)
  async function sendReply(reply: 'right' | 'off'): Promise<void> {
    try {
      const query = { id, verdict: reply }
      const { message } = await send<ReadingsContract['judgeReading']>('PATCH /items/readings', { query })
      toast.success(message)
      setAnswered(true)
    } catch (error) {
      toast.error(getErrorMessage(error, "We couldn't send your answer."))
    }
  }
  if (isAnswered) return <p role="status">Thank you for looking.</p>
  return (
    <>
      <b>Is this right?</b>
      <div className="reading-question__acts">
        <button type="button" className="btn" onClick={() => void sendReply('right')}>
          <Check className="icon icon--s" aria-hidden />
          <span>Yes</span>
        </button>
        <button type="button" className="btn" onClick={() => void sendReply('off')}>
          Something is off
        </button>
      </div>
    </>
  )
}
