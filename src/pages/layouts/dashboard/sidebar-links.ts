import {
  BookOpenCheck,
  Boxes,
  CirclePlus,
  ClipboardCheck,
  Images,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  PackagePlus,
  ReceiptText,
  Users,
} from 'lucide-react'
import { paths } from '#shared/paths.ts'
import type { Waiting } from './WaitingCount.tsx'

export type SidebarTarget = {
  label: string
  path: string
  Icon: LucideIcon
  /** What may wait there, and the path that shows it. */
  waiting?: Waiting
  waitingPath?: string
}

/**
 * The dashboard's screens (§2 Dashboard), in the order of the specification, photos beside reviews, then rate
 * cards.
 */
export const sidebarLinks: readonly SidebarTarget[] = [
  { label: 'Admin Home', path: paths.dashboardHome(), Icon: ClipboardCheck },
  { label: 'All Users', path: paths.users(), Icon: Users },
  { label: 'Add a Product', path: paths.addProduct(), Icon: PackagePlus },
  { label: 'Manage Products', path: paths.manageProducts(), Icon: Boxes },
  { label: 'Add an agent', path: paths.addAgent(), Icon: CirclePlus },
  { label: 'Manage Agent', path: paths.manageAgent(), Icon: ListChecks },
  {
    label: 'Manage Review',
    path: paths.manageReview(),
    waiting: 'reviewsWaiting',
    waitingPath: `${paths.manageReview()}?status=pending`,
    Icon: MessageSquareText,
  },
  { label: 'Manage QC Photos', path: paths.manageQc(), waiting: 'qcSetsWaiting', Icon: Images },
  {
    label: 'Manage Readings',
    path: paths.manageReadings(),
    waiting: 'readingsWaiting',
    Icon: BookOpenCheck,
  },
  { label: 'Rate cards', path: paths.rateCards(), Icon: ReceiptText },
  { label: 'Change password', path: paths.dashboardChangePassword(), Icon: KeyRound },
]
