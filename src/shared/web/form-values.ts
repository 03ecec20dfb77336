import { useSyncExternalStore } from 'react'
import type { ValidatedForm } from './validated-form.ts'

type WatchedForm<Name extends string> = Pick<ValidatedForm<Name>, 'getText' | 'subscribe'>

/** The values of some fields of a form; the component re-renders when one of them changes. */
export function useFormValues<const Names extends readonly string[]>(
  { getText, subscribe }: WatchedForm<Names[number]>,
  names: Names,
): { [Index in keyof Names]: string } {
  const readValues = () => names.map((name: Names[number]) => getText(name))
  const snapshot = () => JSON.stringify(readValues())
  useSyncExternalStore(subscribe, snapshot, snapshot)
  return readValues() as { [Index in keyof Names]: string } // as many texts as names
}

/** The same for a single field. */
export function useFormText<Name extends string>(form: WatchedForm<Name>, name: Name): string {
  return useFormValues(form, [name])[0]
}
