import {
  Boxes,
  CirclePlus,
  ClipboardCheck,
  KeyRound,
  ListChecks,
  MessageSquareText,
  PackagePlus,
  Users,
} from 'lucide-react'
import { paths } from '#shared/paths.ts'

/** The dashboard's screens (§2 Dashboard), in the order of the specification. */
export const sidebarLinks = [
  { label: 'Admin Home', path: paths.dashboardHome(), Icon: ClipboardCheck },
  { label: 'All Users', path: paths.users(), Icon: Users },
  { label: 'Add a Product', path: paths.addProduct(), Icon: PackagePlus },
  { label: 'Manage Products', path: paths.manageProducts(), Icon: Boxes },
  { label: 'Add an agent', path: paths.addAgent(), Icon: CirclePlus },
  { label: 'Manage Agent', path: paths.manageAgent(), Icon: ListChecks },
  { label: 'Manage Review', path: paths.manageReview(), Icon: MessageSquareText },
  { label: 'Change password', path: paths.dashboardChangePassword(), Icon: KeyRound },
] as const
