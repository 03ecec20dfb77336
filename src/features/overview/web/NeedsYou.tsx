import {
  BookOpenCheck,
  CircleAlert,
  CircleCheck,
  Globe,
  Images,
  type LucideIcon,
  MessageSquareText,
} from 'lucide-react'
import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { paths } from '#shared/paths.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import type { Overview } from '../contract.ts'
import { formatSince } from './format-time.ts'
import './NeedsYou.css'

type Task = {
  key: string
  Icon: LucideIcon
  title: string
  text: string
  isProblem?: boolean
  link?: { href: string; label: string }
}

/** The tasks of an admin, the most urgent first; a skeleton while the overview is undefined. */
export function NeedsYou({ overview }: { overview: Overview | undefined }) {
  const now = useNow()
  const getCountryName = useCountryNames()
  const tasks = overview && [...listTasks(overview, now), ...listUnserved(overview, getCountryName)]
  return (
    <section className="needs-you" aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you</h2>
      {tasks ? (
        <ul>
          {tasks.length > 0 ? tasks.map((task) => <TaskItem key={task.key} task={task} />) : <NoTask />}
        </ul>
      ) : (
        <div className="needs-you__loading">
          <Skeleton />
          <Skeleton />
        </div>
      )}
    </section>
  )
}

function TaskItem({ task: { Icon, title, text, isProblem, link } }: { task: Task }) {
  return (
    <li className={isProblem ? 'needs-you__task needs-you__task--bad' : 'needs-you__task'}>
      <Icon className="icon" aria-hidden />
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      {link && (
        <a className="btn" href={link.href}>
          {link.label}
        </a>
      )}
    </li>
  )
}

function NoTask() {
  return (
    <li className="needs-you__task">
      <CircleCheck className="icon" aria-hidden />
      <span>
        <b>Nothing right now</b>
        <small>Reviews, photos, readings and failing sources appear here.</small>
      </span>
    </li>
  )
}

function listTasks(overview: Overview, now: number): Task[] {
  const { health, reviewsWaiting, oldestWaiting, qcSetsWaiting, readingsWaiting } = overview
  const failing = health
    .filter(({ level }) => level === 'down')
    .map(({ name, note, since }): Task => {
      const text = since ? `Since ${formatSince(since, now)}: ${note}` : note.replace(/^./, toUpperCase)
      return { key: name, Icon: CircleAlert, title: `${name}: failing`, text, isProblem: true }
    })
  const reviews: Task = {
    key: 'reviews',
    Icon: MessageSquareText,
    title: reviewsWaiting === 1 ? '1 review waits' : `${formatNumber(reviewsWaiting)} reviews wait`,
    text: oldestWaiting ? `Oldest ${formatRelativeTime(oldestWaiting, now)}` : '',
    link: { href: `${paths.manageReview()}?status=pending`, label: 'Review now' },
  }
  const photos: Task = {
    key: 'photos',
    Icon: Images,
    title:
      qcSetsWaiting === 1
        ? '1 photo submission pending'
        : `${formatNumber(qcSetsWaiting)} photo submissions pending`,
    text: 'They are public once you approve them.',
    link: { href: paths.manageQc(), label: 'Check photos' },
  }
  const readings: Task = {
    key: 'readings',
    Icon: BookOpenCheck,
    title: readingsWaiting === 1 ? '1 reading pending' : `${formatNumber(readingsWaiting)} readings pending`,
    text: 'Shown as not confirmed, without pictures, until you approve them.',
    link: { href: paths.manageReadings(), label: 'Check readings' },
  }
  return [
    ...failing,
    ...(reviewsWaiting > 0 ? [reviews] : []),
    ...(qcSetsWaiting > 0 ? [photos] : []),
    ...(readingsWaiting > 0 ? [readings] : []),
  ]
}

/** One task for all countries that people ask for and no line serves. */
function listUnserved({ unservedCountries }: Overview, getCountryName: (code: string) => string): Task[] {
  if (unservedCountries.length === 0) return []
  const countries = unservedCountries
    .map(({ country, requests }) => `${getCountryName(country)} ${formatNumber(requests)}`)
    .join(', ')
  return [
    {
      key: 'unserved',
      Icon: Globe,
      title: 'Countries without a shipping line',
      text: `Estimates asked for in 30 days: ${countries}. These visitors see no price. Import a rate card with a line there.`,
      link: { href: paths.rateCards(), label: 'Rate cards' },
    },
  ]
}

function toUpperCase(letter: string): string {
  return letter.toUpperCase()
}
