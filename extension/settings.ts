/** What the extension keeps, on this device alone. */
export type Settings = {
  /** The origin of the Chopmark site that is asked; undefined until somebody has said it. */
  site: string | undefined
  /** The panel is not shown at all. */
  isClosed: boolean
  /** As somebody left it; undefined: as the window allows. */
  isCollapsed: boolean | undefined
  /** Whether agents' warm reminders are taken away. */
  hidesReminder: boolean
}

/** Set when the extension is built for one site. */
declare const __SITE__: string | undefined

const initial: Settings = {
  site: __SITE__,
  isClosed: false,
  isCollapsed: undefined,
  hidesReminder: true,
}

export async function readSettings(): Promise<Settings> {
  const { site, isClosed, isCollapsed, hidesReminder } = await chrome.storage.local.get()
  return {
    site: typeof site === 'string' ? site : initial.site,
    isClosed: typeof isClosed === 'boolean' ? isClosed : initial.isClosed,
    isCollapsed: typeof isCollapsed === 'boolean' ? isCollapsed : initial.isCollapsed,
    hidesReminder: typeof hidesReminder === 'boolean' ? hidesReminder : initial.hidesReminder,
  }
}

export function saveSettings(changed: Partial<Settings>): Promise<void> {
  return chrome.storage.local.set(changed)
}
