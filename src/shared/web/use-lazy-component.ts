import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component whose code comes when it is wanted; `load` stays the same. While it is on its way, and when it cannot be
 * had, the page does without.
 */
export function useLazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
): ComponentType<P> | undefined {
  const [part, setPart] = useState<ComponentType<P>>()
  useEffect(() => {
    // Stored by a function, for React would call a component.
    if (isWanted)
      load().then(
        (loaded) => setPart(() => loaded),
        () => undefined,
      )
  }, [load, isWanted])
  return part
}
