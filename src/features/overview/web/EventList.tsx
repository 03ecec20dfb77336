import {
  Boxes,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Power,
  ShieldAlert,
  User,
} from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#shared/web/hooks/now.ts'
import type { SecurityNote } from '../contract.ts'
import { overviewText } from '../texts-and-limits.ts'
import './EventList.css'
import { type EventTopic, renderEvent } from './event-messages.tsx'
import { formatDateTime } from './format-time.ts'

const iconByTopic: Record<EventTopic, LucideIcon> = {
  alarm: ShieldAlert,
  account: User,
  key: KeyRound,
  product: Boxes,
  agent: ListChecks,
  review: MessageSquareText,
  site: Power,
}

const initialCount = 6

/** The events of accounts and the site, newest first; the first few at once, the others on demand. */
export function EventList({ events }: { events: SecurityNote[] }) {
  const now = useNow()
  const [isExpanded, setExpanded] = useState(false)
  const more = events.length - initialCount
  if (events.length === 0) return <p className="muted small">{overviewText.noEvents}</p>
  return (
    <>
      <ul className="events">
        {events.slice(0, isExpanded ? events.length : initialCount).map((event, index) => (
          <EventLine key={index} event={event} now={now} />
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          className="textbtn"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show fewer' : `Show ${more} more`}
        </button>
      )}
    </>
  )
}

function EventLine({ event, now }: { event: SecurityNote; now: number }) {
  const { topic, message } = renderEvent(event)
  const Icon = iconByTopic[topic]
  return (
    <li className="events__line">
      <Icon className={`icon ${topic === 'alarm' ? 'events__alarm' : ''}`} aria-hidden />
      <span>{message}</span>
      <time dateTime={event.createdAt}>{formatDateTime(event.createdAt, now)}</time>
    </li>
  )
}
