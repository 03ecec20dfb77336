import './ReadingQuestion.css'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { nameAxis } from '#features/readings/axis-names.ts'
import type { ItemReading, ReadingsContract } from '#features/readings/contract.ts'
import { readingQuery } from '#features/readings/web/queries.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { detectLanguage } from '#shared/language.ts'
import { formatItemNumber, type ItemParams } from '#shared/marketplaces.ts'
import { openDocument } from '#shared/web/navigation/overlay-history.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { getAccountPath } from '#shared/web/session/has-account.ts'
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

/** The variants that a member read, and the question whether all of it is right; an admin looks at the answers. */
export function ReadingQuestion({ item, reading }: { item: ItemParams; reading: ItemReading }) {
  const isOwn = useIsOwn(item)
  const isAsked = reading.confirmedBy === 'none' && !isOwn
  return (
    <>
      {isAsked && (
        <section className="reading-question" aria-label="Is this right?">
          <ReplyButtons key={reading._id} item={item} reading={reading} />
        </section>
      )}
      {reading.variants.map((names) => (
        <ReadVariants key={names.join()} names={names} />
      ))}
    </>
  )
}

/** The names of one axis. None can be chosen: the links of their variants are not known. */
function ReadVariants({ names }: { names: readonly string[] }) {
  return (
    <div className="read-variants">
      <b>{nameAxis(names)}</b>
      <ul>
        {names.map((name) => (
          <li key={name} className="read-variants__name" lang={detectLanguage(name)}>
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whether this person sent it; the page's own data is the same for everyone. True until it is known. */
function useIsOwn(item: ItemParams): boolean {
  const send = useApiClient()
  const { user, status } = useSession()
  const { data } = useQuery({
    ...readingQuery(send, item),
    queryKey: ['getReadings', item, user?.id ?? ''],
    enabled: user !== undefined,
  })
  return user || status === 'loading' ? data?.data[0]?.isOwn !== false : false
}

function ReplyButtons({ item, reading }: { item: ItemParams; reading: ItemReading }) {
  const { _id: id } = reading
  const send = useApiClient()
  const { user } = useSession()
  const [isAnswered, setAnswered] = useState(false)
  async function sendReply(reply: 'right' | 'off'): Promise<void> {
    if (!user) {
      const name = reading.title ?? formatItemNumber(item)
      saveReturnPath(location.pathname + location.search, undefined, {
        act: 'answer',
        name,
        picture: undefined,
      })
      return openDocument(getAccountPath())
    }
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
