import type { Config } from '#platform/config.ts'
import { isProduction } from '#platform/start-checks.ts'
import type { SetupStep } from '../contract.ts'

export type SetupSettings = Pick<
  Config,
  | 'publicUrl'
  | 'smtpUrl'
  | 'productInfoUrl'
  | 'productSources'
  | 'qcUrl'
  | 'qcSources'
  | 'exchangeRatesUrl'
  | 'backupKeep'
>

/** The first steps of an operator, and which of them are done: read from the settings and the data, never ticked by hand. */
export function listSetupSteps(settings: SetupSettings, { products }: { products: number }): SetupStep[] {
  const {
    publicUrl,
    smtpUrl,
    productInfoUrl,
    productSources,
    qcUrl,
    qcSources,
    exchangeRatesUrl,
    backupKeep,
  } = settings
  return [
    { name: 'address', isDone: isProduction(publicUrl) },
    { name: 'mail', isDone: smtpUrl !== undefined },
    { name: 'products', isDone: products > 0 },
    { name: 'productData', isDone: productInfoUrl !== undefined || productSources !== undefined },
    { name: 'qcPhotos', isDone: qcUrl !== undefined || qcSources !== undefined },
    { name: 'exchangeRates', isDone: exchangeRatesUrl !== undefined },
    { name: 'backups', isDone: backupKeep > 0 },
  ]
}
