import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { Operator } from '../../src/keys/operator.ts';
import { gatewayVerify } from '../../src/urls.ts';
import { freePath, withSecret } from '../helpers/keys.ts';
import type { FaultStage } from './fault-stage.ts';

/** What a gateway is told about a call with this key. */
export const callWith = (stage: FaultStage, key: CreatedApiToken) =>
  stage.ask({ url: gatewayVerify + freePath, headers: { authorization: withSecret(key) } });

/** For a load that would use up any hour. */
export const liftLimit = (stage: FaultStage, key: CreatedApiToken) =>
  stage.look(({ db }) => new Operator({ db, now: Date.now }).limit(key.external_id, '1000000000'));
