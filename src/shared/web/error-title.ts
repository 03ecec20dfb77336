import { useEffect } from 'react'

const prefix = 'Error: '

/** The title says first that something is wrong, because a screen reader begins with it. */
export function useErrorTitle(isWrong: boolean): void {
  useEffect(() => {
    if (!isWrong) return
    document.title = prefix + document.title
    return () => {
      // Another page may have come with a title of its own.
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [isWrong])
}
