import { ClipboardCheck, KeyRound } from 'lucide-react'
import { paths } from '#shared/paths.ts'

/** The dashboard's screens (§2 Dashboard), in the order of the specification; a screen joins with its link. */
export const sidebarLinks = [
  { label: 'Admin Home', path: paths.dashboardHome(), Icon: ClipboardCheck },
  { label: 'Change password', path: paths.dashboardChangePassword(), Icon: KeyRound },
] as const
