import { type JSONRPCRequest, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { ProtocolServer } from './server.ts';

class Probe extends ProtocolServer {
  run(fault: Error) {
    const handler = this._wrapHandler('ping', () => Promise.reject(fault));
    return handler({ jsonrpc: '2.0', id: 1, method: 'ping' } as JSONRPCRequest, {} as ServerContext);
  }
}

test("params of the wrong kind are the caller's mistake, and what the validator says of them is not shown", async () => {
  const server = new Probe({ name: 'probe', version: '1' });
  await expect(server.run(new Error('expected string, got secret'))).rejects.toMatchObject({
    code: ProtocolErrorCode.InvalidParams,
    message: 'The params of ping are missing or have the wrong type.',
  });
});

test('an internal error is only logged', async () => {
  const server = new Probe({ name: 'probe', version: '1' });
  const faults: unknown[] = [];
  server.onUnexpectedError = (fault) => faults.push(fault);
  const mistake = new TypeError('rows is not iterable');
  await expect(server.run(mistake)).rejects.toMatchObject({
    code: ProtocolErrorCode.InternalError,
    message: 'Something went wrong on our side.',
  });
  expect(faults).toEqual([mistake]);
});
