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
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        // No handler of ours throws anything else: what goes wrong in a tool is part of its result.
        if (error instanceof ProtocolError) throw error;
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `The params of ${method} are missing or not of the right kind.`,
        );
      }
    };
  }
}
