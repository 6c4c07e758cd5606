// Plain backtracking in the manner of the second source program: a two-dimensional board of
// steps, and for every square entered a fresh list of the free squares one move away, copied to
// its length. Prints the number of squares entered and the seconds it took.
public class Recursion {
    private static final int[][] MOVES = {
        {-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {2, -1}, {2, 1}, {1, -2}, {1, 2}};

    private final int[][] board;
    private int entered;

    private Recursion(int rows, int cols) {
        board = new int[rows][cols];
    }

    private boolean enter(int row, int col, int step) {
        entered++;
        board[row][col] = step;
        if (step == board.length * board[0].length) return true;
        for (int[] next : free(row, col)) {
            if (enter(next[0], next[1], step + 1)) return true;
        }
        board[row][col] = 0;
        return false;
    }

    private int[][] free(int row, int col) {
        int[][] found = new int[8][2];
        int count = 0;
        for (int[] move : MOVES) {
            int r = row + move[0], c = col + move[1];
            if (r < 0 || r >= board.length || c < 0 || c >= board[0].length) continue;
            if (board[r][c] != 0) continue;
            found[count][0] = r;
            found[count++][1] = c;
        }
        int[][] fitting = new int[count][2];
        for (int i = 0; i < count; i++) fitting[i] = new int[] {found[i][0], found[i][1]};
        return fitting;
    }

    public static void main(String[] arguments) {
        Recursion search = new Recursion(
            Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        long begun = System.nanoTime();
        boolean tour = search.enter(0, 0, 1);
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.println(search.entered + " " + seconds + " " + tour);
    }
}
