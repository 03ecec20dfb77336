/** What the extension stores, on this device only. */
export type Settings = {
  /** The origin of the Chopmark site; undefined until the user has entered it. */
  site: string | undefined
  /** The panel is not shown at all. */
  isClosed: boolean
  /** Whether the user left the panel open. Undefined: the window's width decides. */
  isCollapsed: boolean | undefined
  /** Whether agents' "warm reminder" dialogs are removed. */
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
