import {
  Boxes,
  CirclePlus,
  ClipboardCheck,
  Images,
  KeyRound,
  ListChecks,
  MessageSquareText,
  PackagePlus,
  Users,
} from 'lucide-react'
import { paths } from '#shared/paths.ts'

/**
 * The dashboard's screens (§2 Dashboard), in the order of the specification, photos beside reviews; rate cards are
 * reached from its home.
 */
export const sidebarLinks = [
  { label: 'Admin Home', path: paths.dashboardHome(), holds: [paths.rateCards()], Icon: ClipboardCheck },
  { label: 'All Users', path: paths.users(), holds: [], Icon: Users },
  { label: 'Add a Product', path: paths.addProduct(), holds: [], Icon: PackagePlus },
  { label: 'Manage Products', path: paths.manageProducts(), holds: [], Icon: Boxes },
  { label: 'Add an agent', path: paths.addAgent(), holds: [], Icon: CirclePlus },
  { label: 'Manage Agent', path: paths.manageAgent(), holds: [], Icon: ListChecks },
  { label: 'Manage Review', path: paths.manageReview(), holds: [], Icon: MessageSquareText },
  { label: 'Manage QC Photos', path: paths.manageQc(), holds: [], Icon: Images },
  { label: 'Change password', path: paths.dashboardChangePassword(), holds: [], Icon: KeyRound },
] as const
