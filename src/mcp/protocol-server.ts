import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The package calls params of the wrong kind an internal error, and shows what its validator says of them. */
export class ProtocolServer extends Server {
  /** Told of what is our own fault. */
  onFault: (error: unknown) => void = () => {};

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        if (isOfValidator(error))
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            `The params of ${method} are missing or not of the right kind.`,
          );
        this.onFault(error);
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side.');
      }
    };
  }
}

/** It throws the plainest of errors; a mistake of ours is a TypeError or another kind of its own. */
const isOfValidator = (error: unknown) => error instanceof Error && error.constructor === Error;
