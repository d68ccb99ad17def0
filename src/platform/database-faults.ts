import type { DatabaseConnection, Dialect, Driver } from 'kysely';

type Tell = (error: unknown) => void;

/** The same dialect; whatever fails in it is told on the way. */
export function tellingFaults(dialect: Dialect, tell: Tell): Dialect {
  return {
    createDriver: () => watchDriver(dialect.createDriver(), tell),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

/** In place: a driver knows its own connections by what they are. */
function watchDriver(driver: Driver, tell: Tell): Driver {
  const known = new WeakSet<DatabaseConnection>();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = telling(tell, async (...args) => {
    const connection = await acquire(...args);
    if (!known.has(connection)) watchConnection(connection, tell);
    known.add(connection);
    return connection;
  });
  driver.beginTransaction = telling(tell, driver.beginTransaction.bind(driver));
  driver.commitTransaction = telling(tell, driver.commitTransaction.bind(driver));
  return driver;
}

function watchConnection(connection: DatabaseConnection, tell: Tell): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = telling(tell, execute) as typeof execute;
}

const telling =
  <Args extends unknown[], Result>(tell: Tell, act: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    try {
      return await act(...args);
    } catch (error) {
      tell(error);
      throw error;
    }
  };
